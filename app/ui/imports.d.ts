/** The part that is used here. The package has no types. */
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

declare module '*.md' {
  const html: string
  // biome-ignore lint/style/noDefaultExport: what scripts/handbook.ts makes
  export default html
}

declare module '*&format=jpg&quality=78' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: what the picture plugin makes
  export default url
}
