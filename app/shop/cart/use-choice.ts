import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { linePrice } from '#shop/cakes/cake-price.ts'
import { nameError, normaliseName } from '#shop/icing/name-on-cake.ts'
import { useEarlyInput } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { stateWithAddedLine } from './added-line.ts'
import { exceedsStockText } from './cart.ts'
import { lineId } from './cart-line.ts'
import { addToCart } from './cart-store.ts'

/** The form that the choice is made in. */
export const choiceFormId = 'add-to-cart'

/** How a customer wants a cake. */
interface Choice {
  bname: string
  flavour: string
  /** kg */
  wt: string
  amount: number
}

/** What a customer chooses of a cake, what it costs (paise), and the way into the cart. Starts with the first options. */
export function useChoice(cake: Cake) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice>({
    bname: '',
    flavour: cake.flavours[0] ?? '',
    wt: cake.weight[0] ?? '',
    amount: 1,
  })
  useEarlyInput(choiceFormId, (found) => {
    const { flavour, wt, bname } = choice
    setChoice({
      ...choice,
      flavour: found.get('flavour') ?? flavour,
      wt: found.get('wt') ?? wt,
      bname: found.get('bname') ?? bname,
    })
  })
  return {
    choice,
    total: linePrice(cake, choice.wt, choice.amount),
    choose: (change: Partial<Choice>) => setChoice({ ...choice, ...change }),
    /** False when the name cannot be piped: nothing is added, and the field says why. */
    add() {
      if (nameError(choice.bname)) return false
      const line = lineOf(cake, choice)
      const { capped } = addToCart(line)
      if (capped) toast.info(exceedsStockText(cake.stock))
      void navigate('/cart', stateWithAddedLine(line.id))
      return true
    },
  }
}

function lineOf(cake: Cake, choice: Choice) {
  const line = { ...choice, bname: normaliseName(choice.bname), cakeid: cake.id }
  return {
    ...line,
    id: lineId(line),
    name: cake.name,
    category: cake.category,
    egg: cake.egg,
    customize: false,
    detail: '',
    isConfirmed: 'processing' as const,
    image: cake.image,
    price: cake.price,
    stock: cake.stock,
    max: cake.stock,
  }
}
