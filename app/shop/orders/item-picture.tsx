import { Icing } from '#shop/cakes/icing/icing.tsx'
import { smallestPicture } from '#shop/pictures/picture-sizes.ts'
import { cakeSliceIcon, Icon } from '#ui/icon.tsx'

interface ItemPictureProps {
  /** Only the first is shown. */
  image: readonly string[]
  /** Piped onto the picture; '' for none. */
  bname: string
  size?: 'small' | 'medium' | 'large'
}

const sizes = {
  small: 'size-14 rounded-field',
  medium: 'size-20 rounded-field sm:size-24',
  large: 'size-28 rounded-field sm:size-36',
}

/** Hidden from screen readers: the text beside it describes the cake. */
export function ItemPicture({ image, bname, size = 'medium' }: ItemPictureProps) {
  const [first] = image
  if (!first) {
    return (
      <span
        aria-hidden="true"
        className={`grid shrink-0 place-items-center bg-blush text-berry ${sizes[size]}`}
      >
        <Icon path={cakeSliceIcon} size={24} className="stroke-[1.5]" />
      </span>
    )
  }
  return (
    <span className={`relative block shrink-0 overflow-hidden bg-blush ${sizes[size]}`}>
      <img
        src={smallestPicture(first)}
        alt=""
        width={320}
        height={320}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
      <Icing name={bname} />
    </span>
  )
}
