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
