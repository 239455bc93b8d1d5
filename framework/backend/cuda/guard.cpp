// SPDX-License-Identifier: Apache-2.0
// Guard: device memory at whose ends an access faults.
//
// The run-time library cannot leave addresses unmapped, so memory and addresses are asked of the
// driver separately.
#include "backend/cuda/guard.hpp"

#include <fmt/format.h>

#include <bit>
#include <memory>

#include "backend/cuda/check.hpp"
#include "backend/cuda/driver.hpp"
#include "membound/error.hpp"

namespace membound::cuda {
namespace {

template <class Function>
using Pointer = std::add_pointer_t<Function>;

struct Driver {
  Pointer<decltype(cuMemGetAllocationGranularity)> granularity =
      driver_function<decltype(cuMemGetAllocationGranularity)>("cuMemGetAllocationGranularity");
  Pointer<decltype(cuMemAddressReserve)> reserve =
      driver_function<decltype(cuMemAddressReserve)>("cuMemAddressReserve");
  Pointer<decltype(cuMemAddressFree)> give_back =
      driver_function<decltype(cuMemAddressFree)>("cuMemAddressFree");
  Pointer<decltype(cuMemCreate)> create = driver_function<decltype(cuMemCreate)>("cuMemCreate");
  Pointer<decltype(cuMemRelease)> release = driver_function<decltype(cuMemRelease)>("cuMemRelease");
  Pointer<decltype(cuMemMap)> map = driver_function<decltype(cuMemMap)>("cuMemMap");
  Pointer<decltype(cuMemUnmap)> unmap = driver_function<decltype(cuMemUnmap)>("cuMemUnmap");
  Pointer<decltype(cuMemSetAccess)> allow =
      driver_function<decltype(cuMemSetAccess)>("cuMemSetAccess");

  [[nodiscard]] bool complete() const {
    return granularity != nullptr && reserve != nullptr && give_back != nullptr &&
           create != nullptr && release != nullptr && map != nullptr && unmap != nullptr &&
           allow != nullptr;
  }
};

const Driver& driver() {
  static const Driver functions;
  return functions;
}

void expect(CUresult status, const char* call, std::size_t bytes) {
  if (status == CUDA_SUCCESS) return;
  throw Error(
      fmt::format("cannot guard {} bytes of device memory: {} returned {}; measure smaller "
                  "extents or free the device",
                  bytes, call, static_cast<int>(status)));
}

/// Addresses with a granule more at each end than there is memory, and the memory between.
class Guarded {
 public:
  Guarded(std::size_t usable, std::size_t granule, const CUmemAllocationProp& where)
      : usable_(usable), granule_(granule) {
    expect(driver().reserve(&base_, usable + 2 * granule, granule, 0, 0), "cuMemAddressReserve",
           usable);
    try {
      map(where);
    } catch (...) {
      give_back();
      throw;
    }
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() {
    static_cast<void>(driver().unmap(first(), usable_));
    give_back();
  }

  [[nodiscard]] CUdeviceptr first() const { return base_ + granule_; }

 private:
  /// The mapping keeps the memory when its handle is released.
  void map(const CUmemAllocationProp& where) const {
    CUmemGenericAllocationHandle memory = 0;
    expect(driver().create(&memory, usable_, &where, 0), "cuMemCreate", usable_);
    const CUresult mapped = driver().map(first(), usable_, 0, memory, 0);
    static_cast<void>(driver().release(memory));
    expect(mapped, "cuMemMap", usable_);
    const CUmemAccessDesc access{where.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    const CUresult allowed = driver().allow(first(), usable_, &access, 1);
    if (allowed != CUDA_SUCCESS) static_cast<void>(driver().unmap(first(), usable_));
    expect(allowed, "cuMemSetAccess", usable_);
  }

  void give_back() const { static_cast<void>(driver().give_back(base_, usable_ + 2 * granule_)); }

  std::size_t usable_;
  std::size_t granule_;
  CUdeviceptr base_ = 0;
};

}  // namespace

Memory map_guarded(Bytes size) {
  if (!driver().complete()) return {};
  if (size.value <= 0) throw Error("cannot guard an empty piece of device memory");
  CUmemAllocationProp where{};
  where.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  where.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  check(cudaGetDevice(&where.location.id));
  std::size_t granule = 0;
  expect(driver().granularity(&granule, &where, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
         "cuMemGetAllocationGranularity", 0);
  const auto bytes = static_cast<std::size_t>(size.value);
  const std::size_t usable = (bytes + granule - 1) / granule * granule;
  auto guarded = std::make_shared<const Guarded>(usable, granule, where);
  auto* const begin = std::bit_cast<std::byte*>(guarded->first() + usable - bytes);
  return {{begin, bytes}, [guarded = std::move(guarded)](std::byte*) {}};
}

}  // namespace membound::cuda
