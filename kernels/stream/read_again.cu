// SPDX-License-Identifier: Apache-2.0
// stream/read_again: read_plain, and then the beginning of the region once more.
//
// The known effect of a positive control: `permille` thousandths of the region are read twice, so
// that a launch moves exactly so much more than its counted traffic. The second reading starts when
// the whole region has gone through the cache since the first; it goes to memory again where the
// region is larger than the cache, 128 MiB on an H200. What it reads is thrown away, and the sum
// that proves the first reading stays what it was.
#include "stream/stream.cuh"

namespace membound {
namespace {

struct Twice {
  stream::Source source;
  std::int64_t again;  ///< vectors from the beginning that are read a second time
};

/// A load that stays although nothing is done with its value: the assembler drops one that is not
/// volatile.
__device__ void load_for_nothing(const uint4* vector) {
  [[maybe_unused]] uint4 value;
  asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(vector));
}

__global__ void __launch_bounds__(stream::block) read_again(Twice twice) {
  const stream::Source& source = twice.source;
  const std::int64_t at = std::int64_t{blockIdx.x} * stream::block + threadIdx.x;
  if (blockIdx.x >= source.partials) {  // counted from the block that follows the last of the first
    const std::int64_t second = at - source.partials * stream::block;
    if (second < twice.again) load_for_nothing(source.vectors + second);
    return;
  }
  const uint4 value = at < source.count ? source.vectors[at] : uint4{0, 0, 0, 0};
  stream::write_block_sum(stream::sum_of(value), source.sums);
}

Launch bind(const Binding& binding) {
  stream::Source source = stream::source(binding);
  const std::int64_t first = (source.count + stream::block - 1) / stream::block;
  source.partials = first;  // one entry per block of the first reading
  const std::int64_t again = source.count * binding.parameters.at("permille") / 1000;
  const Shape shape{blocks_for(first * stream::block + again, stream::block), stream::block};
  return [twice = Twice{source, again}, shape](Stream queue) {
    launch(queue, shape, read_again, twice);
  };
}

const Registration registration{Arm{
    .name = "stream/read_again",
    .backend = "cuda",
    .workload = "stream",
    .formats = {"read"},
    .summary = "reads its beginning twice: a control that moves more than is counted",
    .parameters = {{.name = "permille",
                    .initial = 0,
                    .least = 0,
                    .most = 1000,
                    .help = "thousandths of the region that are read a second time"}},
    .ceiling = false,
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
