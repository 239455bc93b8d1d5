// SPDX-License-Identifier: Apache-2.0
// SHA-256 of text, and 64-bit seeds derived from it.
#include "base/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <istream>
#include <memory>
#include <vector>

#include "membound/error.hpp"

namespace membound {
namespace {

using Digest = std::array<unsigned char, 32>;

void require(int done) {
  if (done != 1)
    throw Error("SHA-256 is not available in this libcrypto; install an OpenSSL that has it");
}

Digest digest(std::string_view bytes) {
  Digest out{};
  unsigned int size = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, EVP_sha256(), nullptr));
  return out;
}

Digest digest(std::istream& stream) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  require(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
  std::vector<char> chunk(1 << 20);
  while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), stream.gcount() > 0)
    require(
        EVP_DigestUpdate(context.get(), chunk.data(), static_cast<std::size_t>(stream.gcount())));
  Digest out{};
  require(EVP_DigestFinal_ex(context.get(), out.data(), nullptr));
  return out;
}

std::string hexadecimal(const Digest& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace

std::string sha256(std::string_view bytes) { return hexadecimal(digest(bytes)); }

std::string program_digest() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  if (!file) throw Error("the program cannot read its own file, /proc/self/exe; is /proc mounted?");
  return hexadecimal(digest(file));
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
