"""What a photo or a camera frame shows: photo -> detections -> reading."""
