import type { ShopDetails } from '../shop-details.ts'
import { stateOfCode } from './india-states.ts'

export type Taxpayer = Pick<ShopDetails, 'gst' | 'gstin' | 'state'>

/** How the shop stands with the tax office: without a registration it has no GSTIN, else its state comes from that. */
export function taxpayerOf({ gst, gstin, state }: Taxpayer): Taxpayer {
  if (gst === 'unregistered') return { gst, gstin: '', state }
  return { gst, gstin, state: stateOfCode(gstin.slice(0, 2)) ?? state }
}
