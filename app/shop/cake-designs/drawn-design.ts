/** A design of the designer whose picture the shop has drawn and keeps. */
export interface DrawnDesign {
  /** The picture's address, for a cart line's `image`. */
  address: string
  /** What it shows, in a sentence: 'A round cake of two tiers in blush, with a chocolate drip and strawberries'. */
  words: string
}
