/** How many addresses an account may save; a check of the table enforces it. */
export const maxAddresses = 20
export const maxLabel = 40

type Parts = Record<'name' | 'mobile' | 'address' | 'pincode' | 'city', string>

/** An address as people read it: 'Meera Rao, 9812345678, 12 Church Street, 560001, Bengaluru'. */
export function savedAddressText({ name, mobile, address, pincode, city }: Parts): string {
  return [name, mobile, address, pincode, city].filter(Boolean).join(', ')
}
