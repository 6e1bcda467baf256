import { expect, it } from 'vitest'
import { quarterTax } from './gst-sections.ts'

it.each([
  // Half a per cent each of ₹4,56,789.
  [4_56_789_00, 2283_95],
  [900_00, 4_50],
  [0, 0],
  [-300_00, 0],
])('a turnover of %i paise owes %i each', (turnoverPaise, half) => {
  expect(quarterTax(turnoverPaise)).toEqual({ turnoverPaise, cgstPaise: half, sgstPaise: half })
})
