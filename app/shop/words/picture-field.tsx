import type { ReactNode } from 'react'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { picturePath, pictureWidths } from '#shop/pictures/picture-sizes.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'

interface PictureFieldProps {
  label: string
  /** The address of the picture; '' for none. */
  image: string
  onChange: (image: string) => void
  /** Beside the picture. */
  children: ReactNode
}

/** A place for one picture, which is uploaded as soon as it is chosen. */
export function PictureField({ label, image, onChange, children }: PictureFieldProps) {
  const { busy, run } = useAction()

  async function send([file]: readonly File[]) {
    if (!file) return
    await run(async () => {
      const { picture } = await sendCakePicture(file)
      onChange(picturePath(picture.id, pictureWidths[0], 'webp'))
    })
  }

  return (
    <fieldset className="grid content-start gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {image && (
        <img
          src={image}
          alt={`Chosen: ${label}`}
          className="aspect-[4/3] w-full rounded-field bg-blush object-cover"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FileButton onFiles={send} disabled={busy}>
          <span>{busy ? 'Uploading…' : image ? 'Choose another' : 'Choose a picture'}</span>
        </FileButton>
        {image && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      {children}
    </fieldset>
  )
}
