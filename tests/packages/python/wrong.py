"""What a type checker must refuse, if it has seen the declarations at all."""

from mrtr import RequestStateCodec

token: int = RequestStateCodec(key="k").mint({})
