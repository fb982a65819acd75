"""Questions to the engine."""

from flask import Blueprint, Response, abort, jsonify, request

from engine.ask import answer

# A full table with every option is far below this. Bytes.
LARGEST_QUESTION = 64 * 1024

blueprint = Blueprint("questions", __name__, url_prefix="/api")


@blueprint.post("/ask")
def ask() -> tuple[Response, int]:
    """Pass a question to the engine; what it cannot answer comes back as `error` (422)."""
    request.max_content_length = LARGEST_QUESTION
    question = request.get_json()
    if not isinstance(question, dict):
        abort(400)
    reply = answer(question)
    return jsonify(reply), 422 if "error" in reply else 200
