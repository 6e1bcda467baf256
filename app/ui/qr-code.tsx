import encodeQR from 'qr'

interface QrCodeProps {
  size: number
  /** Its dark squares. */
  path: string
  /** Read out by screen readers. */
  label: string
}

/** A QR code, black on white in every theme: scanners need the contrast. */
export function QrCode({ size, path, label }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded-field bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}

/** A text as a QR code: the path of its dark squares in an SVG whose viewBox has sides of `size`. */
export function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: squares.join('') }
}
