import { expect, it } from 'vitest'
import type { GstStatus } from './gst-status.ts'
import { sellsTo } from './sells-to.ts'

const state = { code: '27', name: 'Maharashtra' }

it.each<[GstStatus, string, boolean, boolean?]>([
  ['regular', '560001', true],
  ['composition', '411001', true],
  ['composition', '560001', false],
  ['unregistered', '411001', true],
  ['unregistered', '403001', false],
  ['unregistered', '403001', true, true],
  ['composition', '560001', false, true],
  // The army's post is in no state.
  ['composition', '900056', true],
])('a shop in Maharashtra that is %s sells to %s: %s', (gst, pincode, sells, chosen = false) => {
  expect(sellsTo({ gst, state, sellsToOtherStates: chosen }, pincode)).toBe(sells)
})
