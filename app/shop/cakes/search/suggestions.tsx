import type { ReactNode } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { Icon } from '#ui/icon.tsx'
import type { CakeSummary } from '../cake.schema.ts'
import { categoryCakes, priceUnit } from '../cake-price.ts'
import type { SearchCakes } from '../read-cakes.server.ts'

const tagIcon =
  'M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0-1 0'

const maxCakes = 5

export interface Suggestion {
  key: string
  to: string
  content: ReactNode
}

/** Categories and cakes that a text names. Without them the form still finds what is typed, so a failure shows none. */
export async function readSuggestions(text: string): Promise<Suggestion[]> {
  try {
    const found = await call<SearchCakes>('GET /cakes/search', {
      query: { text, limit: maxCakes },
    })
    return [...found.categories.map(categorySuggestion), ...found.cakes.map(cakeSuggestion)]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return []
  }
}

function categorySuggestion(category: string): Suggestion {
  return {
    key: `category ${category}`,
    to: `/products?category=${encodeURIComponent(category)}`,
    content: (
      <>
        <span className="grid size-10 shrink-0 place-items-center rounded-field bg-blush text-berry">
          <Icon path={tagIcon} size={18} />
        </span>
        <span className="font-semibold">{categoryCakes(category)}</span>
      </>
    ),
  }
}

function cakeSuggestion({ id, name, category, price, pictures }: CakeSummary): Suggestion {
  const [picture] = pictures
  return {
    key: `cake ${id}`,
    to: `/singleproduct/${id}`,
    content: (
      <>
        <span
          className="size-10 shrink-0 overflow-hidden rounded-field bg-blush"
          style={{ backgroundColor: picture?.colour }}
        >
          {picture && (
            <img
              src={picturePath(picture.id, 320, 'webp')}
              alt=""
              width={40}
              height={40}
              className="size-full object-cover"
            />
          )}
        </span>
        <span className="min-w-0 flex-1 leading-tight">{name}</span>
        <span className="shrink-0 text-sm text-cocoa-soft">
          {`${formatInr(toPaise(price))} ${priceUnit(category)}`}
        </span>
      </>
    ),
  }
}
