// The precompiled headers of all unit tests belong to this program: their target needs a source, and it must be an
// executable like the tests (tests/CMakeLists.txt).
int main() {}
