/** So few are sorted at once. */
const fewValues = 32;
/** As are those that still fall into unequal halves by then: the time stays bounded, whatever the order. */
const roundsMax = 40;

/** The smallest of the `count` largest: at least so many are given, and none is NaN. Their order is changed. */
export function leastOfLargest(values: Float64Array, count: number): number {
  const wanted = values.length - count;
  let low = 0;
  let high = values.length - 1;
  for (let round = 0; round < roundsMax && high - low > fewValues; round++) {
    // Hoare's selection: what is smaller than the pivot to the left, what is larger to the right.
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else return values[wanted]!;
  }
  return values.subarray(low, high + 1).sort()[wanted - low]!;
}

function middleOf(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
}
