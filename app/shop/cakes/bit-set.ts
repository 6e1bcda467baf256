/** Whole numbers from 0 up to a size, one bit each. */
export class BitSet {
  readonly #words: Uint32Array

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32))
  }

  static full(size: number): BitSet {
    const set = new BitSet(size)
    set.#words.fill(0xffffffff)
    set.keepBelow(size)
    return set
  }

  add(number: number): void {
    const place = number >>> 5
    this.#words[place] = (this.#words[place] ?? 0) | (1 << number)
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << number)) !== 0
  }

  and(other: BitSet): void {
    const words = this.#words
    const others = other.#words
    for (let place = 0; place < words.length; place += 1) {
      words[place] = (words[place] ?? 0) & (others[place] ?? 0)
    }
  }

  or(other: BitSet): void {
    const words = this.#words
    const others = other.#words
    for (let place = 0; place < words.length; place += 1) {
      words[place] = (words[place] ?? 0) | (others[place] ?? 0)
    }
  }

  keepBelow(limit: number): void {
    const place = limit >>> 5
    if (place >= this.#words.length) return
    this.#words[place] = (this.#words[place] ?? 0) & ((1 << limit) - 1)
    this.#words.fill(0, place + 1)
  }

  isEmpty(): boolean {
    return this.next(0) === -1
  }

  count(): number {
    let count = 0
    for (const word of this.#words) count += countBits(word)
    return count
  }

  /** The smallest number that is not below `from`; -1 when there is none. */
  next(from: number): number {
    const words = this.#words
    let place = from >>> 5
    let word = (words[place] ?? 0) & (-1 << from)
    while (word === 0) {
      place += 1
      if (place >= words.length) return -1
      word = words[place] ?? 0
    }
    return place * 32 + 31 - Math.clz32(word & -word)
  }
}

/** Adds up neighbouring bits, then pairs, fours, and all bytes at once. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
