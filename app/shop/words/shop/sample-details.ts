import type { TypedDetails } from './details.schema.ts'

/** What the sample says, which is nobody's. */
export const sampleDetails = {
  address: '12 Church Street, Bengaluru 560001',
  phone: '+91 80 4123 4567',
  email: 'shop@cakewala.test',
  gstin: '29ABCDE1234F1ZW',
  fssai: '11223344556677',
  upiId: 'cakewala@upi',
  grievanceName: 'Meera Iyer',
} as const

export const detailLabels: Record<SampleDetail, string> = {
  address: 'address',
  phone: 'phone',
  email: 'email',
  gstin: 'GSTIN',
  fssai: 'FSSAI licence',
  upiId: 'UPI id',
  grievanceName: 'who answers complaints',
}

export type SampleDetail = keyof typeof sampleDetails

const sampleDetailNames = Object.keys(sampleDetails) as SampleDetail[]

/** Which details are still the sample's, or missing where the law wants them. */
export function sampleDetailsIn(details: Pick<TypedDetails, SampleDetail>): SampleDetail[] {
  return sampleDetailNames.filter(
    (name) =>
      details[name] === sampleDetails[name] || (name === 'grievanceName' && details[name] === ''),
  )
}
