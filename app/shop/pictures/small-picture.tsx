import type { ReactNode } from 'react'
import { cakeSliceIcon, Icon } from '#ui/icon.tsx'

interface SmallPictureProps {
  /** An icon takes its place where there is none. */
  src: string | undefined
  icon?: string
  /** Its size and shape. */
  className: string
  /** Over the picture, such as the icing on it. */
  children?: ReactNode
}

/** Hidden from screen readers: the text beside it says what it shows. */
export function SmallPicture({
  src,
  icon = cakeSliceIcon,
  className,
  children,
}: SmallPictureProps) {
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-field bg-blush text-berry ${className}`}
    >
      {src ? (
        <img
          src={src}
          alt=""
          width={320}
          height={320}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Icon path={icon} size={24} className="stroke-[1.5]" />
      )}
      {src && children}
    </span>
  )
}
