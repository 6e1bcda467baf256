import { Icing } from '#shop/cakes/icing/icing.tsx'
import { smallestPicture } from '#shop/pictures/picture-sizes.ts'
import { SmallPicture } from '#shop/pictures/small-picture.tsx'

interface ItemPictureProps {
  /** Only the first is shown. */
  image: readonly string[]
  /** Piped onto the picture; '' for none. */
  bname: string
  size?: keyof typeof sizes
}

const sizes = { small: 'size-14', medium: 'size-20 sm:size-24', large: 'size-28 sm:size-36' }

export function ItemPicture({ image: [first], bname, size = 'medium' }: ItemPictureProps) {
  return (
    <SmallPicture src={first && smallestPicture(first)} className={sizes[size]}>
      <Icing name={bname} />
    </SmallPicture>
  )
}
