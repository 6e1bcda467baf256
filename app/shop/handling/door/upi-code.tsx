import { useMemo } from 'react'
import { drawQr } from '#ui/qr/draw-qr.ts'
import { QrCode } from '#ui/qr/qr-code.tsx'

export const upiCodeLabel = 'QR code to pay by UPI'

/** A QR code for any UPI app. Drawn on the phone, so it works offline. */
export function UpiCode({ link }: { link: string }) {
  const qr = useMemo(() => drawQr(link), [link])
  return <QrCode {...qr} label={upiCodeLabel} />
}
