import type { ShopFacts } from './shop-facts.ts'

/** What the sample says, which is nobody's. */
export const sampleFacts = {
  address: '12 Church Street, Bengaluru 560001',
  phone: '+91 80 4123 4567',
  email: 'shop@cakewala.test',
  gstin: '29ABCDE1234F1ZW',
  fssai: '11223344556677',
  upiId: 'cakewala@upi',
  grievanceName: 'Meera Iyer',
} as const

export type SampleFact = keyof typeof sampleFacts

const sampleFactNames = Object.keys(sampleFacts) as SampleFact[]

/** Which facts are still the sample's, or missing where the law wants them. */
export function sampleFactsIn(facts: Pick<ShopFacts, SampleFact>): SampleFact[] {
  return sampleFactNames.filter(
    (name) => facts[name] === sampleFacts[name] || (name === 'grievanceName' && facts[name] === ''),
  )
}
