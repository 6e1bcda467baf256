import { z } from 'zod'

const rupees = z.number().min(0)

/** A zone as customers see it; amounts in rupees. */
export const publicZoneSchema = z.object({
  name: z.string(),
  fee: rupees,
  freeFrom: rupees.nullable().describe('From this subtotal on the fee is nothing'),
  minimum: rupees.describe('The smallest subtotal that is delivered here'),
})

export type PublicZone = z.infer<typeof publicZoneSchema>
