import { useMemo } from 'react'
import { drawQr } from '#ui/draw-qr.ts'
import { QrCode } from '#ui/qr-code.tsx'

/** What a screen reader says in place of the code. */
export const upiCodeLabel = 'QR code to pay by UPI'

/** A QR code that the customer scans with any UPI app; drawn on the phone, so it needs no line. */
export function UpiCode({ link }: { link: string }) {
  const qr = useMemo(() => drawQr(link), [link])
  return <QrCode {...qr} label={upiCodeLabel} />
}
