import { ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { useCart } from '#shop/cart/cart-store.ts'
import { prefetchOnIntent } from '#ui/prefetch.ts'

/** The cart with how many pieces are in it; the number bumps when it changes. */
export function CartLink() {
  const count = useCart().reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Link
      to="/cart"
      prefetch={prefetchOnIntent}
      aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      className="relative inline-flex size-11 items-center justify-center rounded-pill transition hover:bg-blush"
    >
      <ShoppingBag size={23} aria-hidden="true" />
      {count > 0 && (
        <span
          key={count}
          className="absolute top-0 right-0 grid h-5 min-w-5 animate-bump place-items-center rounded-pill bg-berry px-1 text-xs font-bold text-paper tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
