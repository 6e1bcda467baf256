import { multiplyPaise, type Paise } from '#shop/values/money.ts'

export interface QuarterTax {
  turnoverPaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
}

/**
 * What a composition dealer pays for a quarter (form CMP-08): half a per cent each of CGST and SGST of its turnover
 * (CGST Rules, rule 7). A quarter with more credits than bills owes nothing.
 */
export function quarterTax(turnoverPaise: Paise): QuarterTax {
  const half = multiplyPaise(Math.max(0, turnoverPaise), 0.005)
  return { turnoverPaise, cgstPaise: half, sgstPaise: half }
}
