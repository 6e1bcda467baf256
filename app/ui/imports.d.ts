/** As far as it is used here; the package has no types of its own. */
declare module 'html-to-text' {
  export function compile(options: object): (html: string) => string
}

declare module '*&as=picture' {
  const picture: {
    sources: { avif: string; webp: string }
    img: { src: string; w: number; h: number }
  }
  // biome-ignore lint/style/noDefaultExport: what the picture plugin makes
  export default picture
}

declare module '*&format=jpg&quality=78' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: what the picture plugin makes
  export default url
}
