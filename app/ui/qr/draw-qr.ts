import encodeQR from 'qr'

/** A text as a QR code: the path of its dark squares in an SVG whose viewBox has sides of `size`. */
export function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: squares.join('') }
}
