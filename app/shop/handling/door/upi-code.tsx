import { useMemo } from 'react'
import { drawQr, QrCode } from '#ui/qr-code.tsx'

export const upiCodeLabel = 'QR code to pay by UPI'

/** A QR code for any UPI app. Drawn on the phone, so it works offline. */
export function UpiCode({ link }: { link: string }) {
  const qr = useMemo(() => drawQr(link), [link])
  return <QrCode {...qr} label={upiCodeLabel} />
}
