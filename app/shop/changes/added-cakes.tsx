import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { ReadAllCakes } from '#shop/cakes/read-cakes.server.ts'
import { CakeLines, linesOf, type SoldCake } from '#shop/cart/cake-lines.tsx'
import type { AddedLine } from '#shop/cart/order-line.schema.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'

interface AddedCakesProps {
  added: readonly AddedLine[]
  onChange: (added: AddedLine[]) => void
}

/** Cakes that the order gets besides; the catalogue is loaded once somebody wants one. */
export function AddedCakes({ added, onChange }: AddedCakesProps) {
  const [cakes, setCakes] = useState<readonly SoldCake[] | null>(null)
  const { busy, run } = useAction()
  if (!cakes) {
    return (
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        busy={busy}
        onClick={() =>
          void run(async () => setCakes(await call<ReadAllCakes>('GET /cakes/allcakes', {})))
        }
      >
        Add a cake
      </Button>
    )
  }
  return (
    <CakeLines
      cakes={cakes}
      lines={linesOf(cakes, added)}
      onChange={(choices) =>
        onChange(
          choices.map(({ chosen = [], detail = '', ...choice }, index) => ({
            ...choice,
            chosen,
            detail,
            id: added[index]?.id ?? crypto.randomUUID(),
            price: cakes.find(({ id }) => id === choice.cakeid)?.price ?? 0,
          })),
        )
      }
    />
  )
}
