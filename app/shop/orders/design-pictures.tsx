import type { ReactNode } from 'react'
import { pictureIdFromPath, picturePath, pictureWidths } from '#shop/pictures/picture-sizes.ts'
import { textLink } from '#ui/button.tsx'

interface DesignsProps {
  image: readonly string[]
}

/** Links to the largest stored pictures of a customised cake's designs. */
export function DesignLinks({ image }: DesignsProps) {
  return image.map((address, index) => (
    <DesignLink key={address} address={address} className={`${textLink} pointer-fine:min-h-7`}>
      <span>{image.length > 1 ? `View design ${index + 1}` : 'View design'}</span>
    </DesignLink>
  ))
}

/** The first design is large and uncropped; each links to its largest picture. */
export function DesignPictures({ image }: DesignsProps) {
  if (image.length === 0) return null
  return (
    <ul className="grid grid-cols-3 gap-3 empty:hidden">
      {image.map((address, index) => (
        <li key={address} className="group first:col-span-3">
          <DesignLink address={address} className="block">
            <img
              src={largest(address)}
              alt={image.length > 1 ? `Design ${index + 1}` : 'The design of the cake'}
              width={960}
              height={960}
              className="aspect-square w-full rounded-card bg-blush object-cover group-first:aspect-auto group-first:h-auto group-first:max-h-[36rem] group-first:object-contain print:group-first:max-h-64"
            />
          </DesignLink>
        </li>
      ))}
    </ul>
  )
}

interface DesignLinkProps {
  address: string
  className: string
  children: ReactNode
}

function DesignLink({ address, className, children }: DesignLinkProps) {
  return (
    <a href={largest(address)} target="_blank" rel="noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** The same picture in the largest width that is served. */
function largest(address: string): string {
  const id = pictureIdFromPath(address)
  return id ? picturePath(id, Math.max(...pictureWidths), 'webp') : address
}
