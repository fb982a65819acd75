"""What cannot be done at the table, as an exception that becomes a sentence."""

from werkzeug.exceptions import HTTPException


class Refused(HTTPException):
    """Something that does not go; `why` names the wording, `values` fill it in."""

    def __init__(self, why: str, status: int = 422, **values: object) -> None:
        super().__init__(why)
        self.code = status
        self.why = why
        self.values = values
