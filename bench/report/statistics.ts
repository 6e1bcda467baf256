/** The middle of some numbers, or between the two in the middle; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

/** The smallest of some numbers that at least `share` of them do not exceed, such as 0.99; 0 of none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** With so many digits that count as more would be noise. */
export function rounded(number: number): number {
  return Number(number.toPrecision(4))
}
