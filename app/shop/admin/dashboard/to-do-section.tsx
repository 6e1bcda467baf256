import { ChevronRight, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import {
  allOrders,
  orderQuery,
  type ToDo,
  type ToDoCount,
  toDoLabels,
  toDos,
} from '#shop/admin-orders/order-search.ts'

/** What waits for the baker; each count leads to its orders. */
export function ToDoSection({ counts }: { counts: Record<ToDo, ToDoCount> }) {
  return (
    <section aria-labelledby="to-do" className="card overflow-hidden">
      <h2 id="to-do" className="px-4 pt-3 text-xl md:px-6 md:pt-4">
        To do
      </h2>
      <ul className="mt-1 divide-line max-lg:divide-y lg:mt-3 lg:grid lg:grid-cols-6 lg:divide-x lg:border-t lg:border-line">
        {toDos.map((todo) => (
          <li key={todo}>
            <ToDoLink todo={todo} count={counts[todo]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToDoLink({ todo, count }: { todo: ToDo; count: ToDoCount }) {
  const isAlarming = (todo === 'late' || todo === 'dispute') && count.items > 0
  return (
    <Link
      to={{ pathname: '/admin/orders', search: orderQuery({ ...allOrders, todo }) }}
      className={`flex min-h-11 items-center gap-2 px-4 py-1.5 transition hover:bg-blush md:px-6 lg:h-full lg:flex-col lg:items-start lg:justify-between lg:py-4 ${isAlarming ? 'text-chilli' : ''}`}
    >
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold max-lg:mr-auto">
        {isAlarming && <TriangleAlert size={16} aria-hidden="true" />}
        {toDoLabels[todo]}
      </span>{' '}
      <CountText {...count} noun={todo === 'dispute' ? 'dispute' : 'item'} />
      <ChevronRight size={18} aria-hidden="true" className="text-cocoa-soft lg:hidden" />
    </Link>
  )
}

function CountText({ items, orders, noun }: ToDoCount & { noun: string }) {
  const unit = items === 1 ? noun : `${noun}s`
  const inOrders = `in ${orders} ${orders === 1 ? 'order' : 'orders'}`
  return (
    <span className={`text-sm max-lg:text-right ${items === 0 ? 'text-cocoa-soft' : ''}`}>
      <strong className="font-display text-lg font-semibold tabular-nums lg:text-2xl">
        {items}
      </strong>{' '}
      {items === 0 ? unit : `${unit} ${inOrders}`}
    </span>
  )
}
