export default function CustomizeCakePage() {
  return (
    <div className="shell py-10">
      <h1>Customise your cake</h1>
    </div>
  )
}
