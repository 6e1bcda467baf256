/** An SVG document as an address for an image: a picture of its own, whose ids collide with nothing on the page. */
export function designImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
