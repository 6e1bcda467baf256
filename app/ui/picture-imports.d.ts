declare module '*&as=picture' {
  const picture: {
    sources: { avif: string; webp: string }
    img: { src: string; w: number; h: number }
  }
  export default picture
}
