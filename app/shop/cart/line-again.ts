import { type Paise, toRupees } from '#shop/values/money.ts'
import { type CartLine, customCakeStock, lineId } from './cart-line.ts'

/** What was ordered once: a line of the cart, and what its price was. */
interface OrderedItem
  extends Pick<
    CartLine,
    'name' | 'category' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'customize' | 'detail'
  > {
  id: string
  /** Null for a customised cake, and for a cake that was deleted. */
  cakeId: string | null
  image: readonly string[]
  pricePaise: Paise
}

/** The same again, for the cart, which asks for today's price and stock. */
export function lineAgain(item: OrderedItem, stock = item.amount): CartLine {
  const { name, category, flavour, wt, egg, amount, bname, customize, detail } = item
  const cakeid = item.cakeId ?? item.id
  const most = customize ? customCakeStock : stock
  return {
    id: lineId({ cakeid, flavour, wt, bname, detail }),
    cakeid,
    name,
    category,
    flavour,
    wt,
    egg,
    amount,
    bname,
    customize,
    detail,
    isConfirmed: 'processing',
    image: [...item.image],
    price: toRupees(item.pricePaise),
    stock: most,
    max: most,
  }
}
