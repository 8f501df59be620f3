// The target needs a source to compile the headers of all unit tests for, and be an executable as they are
// (tests/CMakeLists.txt).
int main() {}
