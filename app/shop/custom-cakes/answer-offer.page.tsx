export default function AnswerOfferPage() {
  return (
    <div className="shell py-10">
      <h1>The price of your cake</h1>
    </div>
  )
}
