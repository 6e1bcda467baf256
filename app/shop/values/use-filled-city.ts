import { useRef } from 'react'
import { tidyPincode } from './india-address.ts'
import { cityOfPincode, followPincode } from './pincode-city.ts'

/** Fills in the city of a pincode as it is typed; a city that the customer typed stays. */
export function useFilledCity(
  form: { textOf: (name: 'city') => string; fill: (name: 'city', text: string) => Promise<void> },
  startingPincode: string,
) {
  /** As the shop filled it in, not the customer. */
  const filledCity = useRef(cityOfPincode(startingPincode))

  function fillCity(typedPincode: string) {
    const shown = form.textOf('city')
    const city = followPincode(shown, filledCity.current, tidyPincode(typedPincode))
    if (city === shown) return
    filledCity.current = city
    void form.fill('city', city)
  }

  return { filledCity, fillCity }
}
