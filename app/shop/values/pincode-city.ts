import { type DeliveryAddress, tidyPincode } from './india-address.ts'

/**
 * Large cities by the first digits of their pincodes; the longest match wins. Where the digits are also those of other
 * towns, the customer writes theirs over it.
 */
const cities: Readonly<Record<string, string>> = {
  '110': 'New Delhi',
  '121': 'Faridabad',
  '122': 'Gurugram',
  '141': 'Ludhiana',
  '143': 'Amritsar',
  '160': 'Chandigarh',
  '180': 'Jammu',
  '190': 'Srinagar',
  '2010': 'Ghaziabad',
  '2013': 'Noida',
  '208': 'Kanpur',
  '211': 'Prayagraj',
  '221': 'Varanasi',
  '226': 'Lucknow',
  '248': 'Dehradun',
  '282': 'Agra',
  '302': 'Jaipur',
  '342': 'Jodhpur',
  '360': 'Rajkot',
  '380': 'Ahmedabad',
  '390': 'Vadodara',
  '395': 'Surat',
  '400': 'Mumbai',
  '4006': 'Thane',
  '4007': 'Navi Mumbai',
  '411': 'Pune',
  '440': 'Nagpur',
  '452': 'Indore',
  '462': 'Bhopal',
  '492': 'Raipur',
  '500': 'Hyderabad',
  '520': 'Vijayawada',
  '530': 'Visakhapatnam',
  '560': 'Bengaluru',
  '570': 'Mysuru',
  '575': 'Mangaluru',
  '600': 'Chennai',
  '605': 'Puducherry',
  '620': 'Tiruchirappalli',
  '625': 'Madurai',
  '641': 'Coimbatore',
  '673': 'Kozhikode',
  '682': 'Kochi',
  '695': 'Thiruvananthapuram',
  '700': 'Kolkata',
  '751': 'Bhubaneswar',
  '781': 'Guwahati',
  '800': 'Patna',
  '831': 'Jamshedpur',
  '834': 'Ranchi',
}

export const cityNames = Object.values(cities)

/** The city that a pincode is likely to be in; '' where it is not known. */
export function cityOfPincode(pincode: string): string {
  return cities[pincode.slice(0, 4)] ?? cities[pincode.slice(0, 3)] ?? ''
}

/**
 * The city after the pincode has changed: one that the shop filled in changes with it, one that the customer typed stays.
 *
 * @param filled the city that the shop filled in
 */
export function followPincode(city: string, filled: string, pincode: string): string {
  return city === '' || city === filled ? cityOfPincode(pincode) : city
}

/** A place with another pincode, as it is typed, and its city. */
export function withPincode(place: DeliveryAddress, pincode: string): DeliveryAddress {
  const filled = cityOfPincode(tidyPincode(place.pincode))
  return { ...place, pincode, city: followPincode(place.city, filled, tidyPincode(pincode)) }
}
