import type { SavedAddress } from './saved-address.schema.ts'

type Parts = Pick<SavedAddress, 'name' | 'mobile' | 'address' | 'pincode' | 'city'>

/** An address as people read it: 'Meera Rao, 9812345678, 12 Church Street, 560001, Bengaluru'. */
export function savedAddressText({ name, mobile, address, pincode, city }: Parts): string {
  return [name, mobile, address, pincode, city].filter(Boolean).join(', ')
}
