import { Camera } from 'lucide-react'
import { useState } from 'react'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { saidTypeError, unusableFileText } from '#shop/pictures/picture-file.ts'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import type { Proof } from './move-queue.ts'
import { scalePhoto } from './scale-photo.ts'

/** What proves that an order is delivered: its code, or a photo once one is taken; read it with `read`. */
export function useProof(codesLeft: number) {
  const [code, setCode] = useState('')
  const [photo, setPhoto] = useState<string>()
  const [errors, setErrors] = useState<{ code?: string; photo?: string }>({})
  const takesCode = codesLeft > 0 && photo === undefined
  return {
    code,
    photo,
    errors,
    takesCode,
    setCode,
    async take(file: File | undefined) {
      if (!file) return
      // Any size will do: it is sent scaled down.
      const refusal = saidTypeError(file)
      const scaled = refusal ? undefined : await scalePhoto(file).catch(() => undefined)
      if (scaled) setPhoto(scaled)
      setErrors(scaled ? {} : { photo: refusal ?? unusableFileText })
    },
    /** @returns null when nothing proves it yet, which is said */
    read(): Proof | null {
      const isCode = /^\d{4}$/.test(code.trim())
      if (photo) return { photo: true, picture: photo }
      if (takesCode && isCode) return { code: code.trim() }
      setErrors(takesCode ? { code: 'The code has 4 digits.' } : { photo: 'Please take a photo.' })
      return null
    },
  }
}

/** Asks for the code, or for a photo in place of it. */
export function ProofFields({ proof }: { proof: ReturnType<typeof useProof> }) {
  const { code, photo, errors, takesCode, setCode, take } = proof
  return (
    <>
      {takesCode && (
        <TextField
          label="4-digit delivery code"
          hint="Ask the recipient for it."
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={code}
          error={errors.code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <div className="grid justify-items-start gap-2">
        {photo ? (
          <img src={photo} alt="At the door" className="max-h-60 rounded-field" />
        ) : (
          <p className="text-sm">
            {takesCode
              ? 'No code? Take a photo of the cake at the door.'
              : 'Too many wrong codes. Take a photo of the cake at the door instead.'}
          </p>
        )}
        <FileButton capture="environment" onFiles={([file]) => void take(file)}>
          <Camera size={20} aria-hidden="true" />
          {photo ? 'Take another photo' : 'Take a photo'}
        </FileButton>
        <FieldError>{errors.photo}</FieldError>
      </div>
    </>
  )
}
