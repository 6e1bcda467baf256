/** A business that buys, as its GST invoice names it (CGST Rules, rule 46). */
export interface Business {
  name: string
  gstin: string
}

/** The parts that tell two orders apart; empty for a consumer. */
export function businessParts(business: Business | null): unknown[] {
  return business ? [[business.gstin, business.name]] : []
}
