// SPDX-License-Identifier: Apache-2.0
// SHA-256 of text, and 64-bit seeds derived from it.
#include "base/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <iterator>

#include "membound/error.hpp"

namespace membound {
namespace {

std::array<unsigned char, 32> digest(std::string_view bytes) {
  std::array<unsigned char, 32> out{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw Error("SHA-256 is not available in this libcrypto; install an OpenSSL that has it");
  }
  return out;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest(bytes)) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string program_digest() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string program{std::istreambuf_iterator<char>(file), {}};
  if (program.empty())
    throw Error("the program cannot read its own file, /proc/self/exe; is /proc mounted?");
  return sha256(program);
}

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint64_t seed_from(std::string_view text) {
  const auto bytes = digest(text);
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 8; ++i) seed = seed << 8 | bytes[i];
  return seed;
}

}  // namespace membound
